/** Parameters and headers whose values never reach a log (contract: conventions §18). */
const SECRET_NAMES =
  /(^|[?&;\s"'{,])(private_token|access_token|job_token|token|code|code_verifier|refresh_token|client_secret|password|authenticity_token|secret|key|webhook)(%5[bB][^=&]*|\[[^=&]*)?=([^&\s"']*)/gi;

/** A request target for the log: values of secret parameters and URL user-info are masked. */
export function maskTarget(target: string): string {
  return target
    .replace(
      SECRET_NAMES,
      (_all, before: string, name: string, rest: string | undefined) => `${before}${name}${rest ?? ''}=[masked]`,
    )
    .replace(/\/\/[^/@\s]*@/g, '//[masked]@');
}
