/** Why a sign-in was refused, as one sentence for the page (contract: scim-graphql §C1.2, §C1.3). */
export class OidcRefusal extends Error {
  constructor(
    override readonly message: string,
    /** 400 for an answer that is not trustworthy, 403 for an account that may not sign in. */
    readonly status: 400 | 403,
    /** Reason in the audit log. */
    readonly reason: string,
  ) {
    super(message);
  }

  static forged(reason: string): OidcRefusal {
    return new OidcRefusal('The answer of the identity provider could not be verified. Sign in again.', 400, reason);
  }

  static unknown(): OidcRefusal {
    return new OidcRefusal('Your account is not known here. Ask an administrator.', 403, 'unknown account');
  }

  static account(sentence: string): OidcRefusal {
    return new OidcRefusal(sentence, 403, sentence);
  }
}
