/** Audience of the tokens that `users/authenticate` issues. */
export const CONAN_AUDIENCE = 'slipway packages conan';
