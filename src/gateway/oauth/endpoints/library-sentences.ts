/** What oidc-provider says, and the code and the text that clients of this product receive. */
import { usedProofText } from '../grants/bound-tokens.ts'

export const translations: readonly (readonly [said: RegExp, code: string, description: string])[] = [
  [/^unsupported grant_type/, 'unsupported_grant_type', 'This grant type is not supported here'],
  [/^requested grant type is not allowed/, 'unauthorized_client', 'This client may not use this grant'],
  [
    /^authorization code not found|^client mismatch$/,
    'invalid_grant',
    'The code or token is unknown, expired or was issued to another client',
  ],
  [
    /^refresh token not found/,
    'invalid_grant',
    'The refresh token is unknown, expired or was issued to another client',
  ],
  [/^grant (not found|is expired)/, 'invalid_grant', 'The approval of the owner has expired'],
  [
    /^invalid DPoP key binding/,
    'invalid_dpop_proof',
    'The DPoP proof is malformed, has a wrong signature or an algorithm that is not accepted, or its header has no public key in jwk',
  ],
  [/^DPoP proof JWT Replay/, 'invalid_dpop_proof', usedProofText],
  [/^DPoP proof JWT not provided/, 'invalid_dpop_proof', 'Send a proof of your key in the header DPoP'],
  [/^failed jkt verification/, 'invalid_grant', 'The token is bound to another key than that of the DPoP proof'],
  [/^mutual TLS client certificate/, 'invalid_grant', 'Connect with a client certificate: tokens are bound to it'],
  [/^failed x5t/, 'invalid_grant', 'The token is bound to another client certificate than that of the connection'],
  [/redirect_uri mismatch/, 'invalid_grant', 'redirect_uri differs from that of the authorization request'],
  [
    /^code_verifier (must be a string|contains)/,
    'invalid_grant',
    'code_verifier must have 43 to 128 unreserved characters',
  ],
  [
    /^code_verifier (does not match|must be provided)/,
    'invalid_grant',
    'The code_verifier does not match the code_challenge',
  ],
]
