/** Of tokens that `users/authenticate` answers. */
export const CONAN_AUDIENCE = 'slipway packages conan';
