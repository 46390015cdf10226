/** The advice for each reason code of a rejected call: what the developer of the client should do next. */

const getToken =
  'Request an access token (the page of the API shows how under Try it) and send it as "Authorization: Bearer ...". The token debugger shows when a token expires.'
const waitAfterFailures =
  'There were too many failed attempts from this IP address. Wait for the seconds of the Retry-After header, and correct the client that sends wrong credentials.'
const tryLater = 'The cause is not in your request. Try again later; if it continues, tell the operator.'
const compareRequest = 'Compare the request with the operation on the page of the API: parameters, body and media type.'

const advice: Readonly<Record<string, string>> = {
  // Reasons about the syntax of the request.
  host_repeated: 'Send one Host header.',
  host_missing: 'Send a Host header.',
  target_unsupported: 'Send the path of the operation, starting with "/".',
  path_ambiguous:
    'Send the path as the page of the API shows it, without "..", empty segments or malformed percent-encoding.',
  coding_unsupported: 'Send the body with Content-Length or chunked, without another transfer coding.',
  authorization_repeated: 'Send one Authorization header.',
  api_unknown: 'No API is published at this path. Copy the URL from the page of the API.',
  operation_unknown: 'The API does not define this path. Copy the URL from the page of the API.',
  method_unknown: 'The API defines this path with other methods. Copy the method from the page of the API.',

  // Reasons about the client, the user and their credentials.
  client_wrong:
    'The client id or the client secret is wrong. Verify the secret on the page of the application, or reset it.',
  credentials_unavailable: tryLater,
  clients_several: 'The request has credentials of two client ids or applications. Send those of one.',
  client_id_missing:
    'Send the token exactly as it was issued. Its client id is not registered, or the token was changed.',
  application_disabled: 'The application is suspended. Ask the operator.',
  not_subscribed:
    'Subscribe the application to a plan with this API. A plan that needs approval works once the subscription is approved.',
  token_missing: getToken,
  token_invalid: `The token has expired, was revoked, or was issued by another provider. ${getToken}`,
  resource_wrong:
    'The token was requested for another API. Request one with the resource of this API, which its metadata names (resource_metadata in the WWW-Authenticate header), or without resource.',
  proof_invalid:
    'The token is bound to a key of the client. Send it with the scheme DPoP and a new proof in the header DPoP, or over a connection with the client certificate of the token. The error_description of the WWW-Authenticate header says what is wrong.',
  sign_in_insufficient:
    'The owner must sign in again. Send a new authorization request with acr_values and max_age of the WWW-Authenticate header.',
  scope_insufficient: 'Request a token with the missing scope. The application stays as it is.',
  certificate_missing: 'Connect with a client certificate: this gateway requires one.',
  certificate_untrusted: 'Connect with a client certificate from a CA that this gateway trusts.',
  hang_repeated: 'The request made servers of the gateway hang. Change it, or tell the operator.',
  user_missing: 'Send a user name and password as HTTP Basic.',
  user_wrong: 'The user name or the password is wrong. Correct it.',
  user_locked: waitAfterFailures,
  client_locked: waitAfterFailures,

  // Reasons about rate limits.
  rate_limit:
    'The limit of the plan is reached. Wait for the seconds of the Retry-After header, or choose a larger plan.',
  burst_limit: 'Too many requests were sent at once. Spread them, or wait for the seconds of the Retry-After header.',
  assembly_limit: 'A limit of this API is reached. Wait for the seconds of the Retry-After header.',
  concurrent_limit: 'Too many calls are being served at the same time. Wait for some of them to end.',
  address_denied: 'Calls from your IP address are not allowed. Ask the operator, or call from another network.',

  // Reasons about the content of the request.
  value_unusable: compareRequest,
  payload_malformed: compareRequest,
  payload_invalid: compareRequest,
  command_refused:
    'Run a command that the API allows: the failed check lists them. A token that is limited to queues displays, clears and deletes these only.',
  payload_too_large: 'Send a smaller body.',
  request_stalled: 'The body broke off or arrived too slowly. Send the request again.',
  policy_failed: 'A policy of the API failed. Tell the owner of the API the id of the request.',
  jwt_invalid: 'Send a valid JSON Web Token of the issuer that the API expects.',
  script_failed: 'A script of the API failed. Tell the owner of the API the id of the request.',
  value_undefined: 'The documents of the API are not complete. Tell its operator.',
  fault_injected: 'Your request asked for this error in a header. Leave the header out.',
  thrown: 'A policy of the API rejected the request. The body of the response has the details.',

  // Error codes of the token endpoint, RFC 6749 section 5.2.
  invalid_request:
    'A parameter of the token request is missing, repeated or malformed. Compare it with the page of the provider.',
  invalid_client:
    'The client id or the client secret is wrong, or the application has no subscription to an API that this provider protects. Verify both on the page of the application.',
  invalid_grant:
    'The user name, password, code or refresh token is wrong, has expired, or was used before. Start again with a new one.',
  unauthorized_client: 'The application may not use this grant. Allow it on the page of the application.',
  unsupported_grant_type: 'The provider does not support this grant. Use one that the page of providers lists.',
  unsupported_token_type: 'Introspect and revoke only tokens that this provider has issued.',
  invalid_scope:
    'The provider does not have this scope, or a token ceiling excludes it. Use scopes that the page of providers lists.',
  access_denied: 'The user denied access.',
  slow_down: 'There were too many failed attempts. Wait for the seconds of the Retry-After header.',

  // Reasons about the upstream and the services that the gateway depends on.
  api_offline: 'The API is offline. Try again later, or ask the operator.',
  upstream_failed: 'The API responded with an error. If it continues, tell its operator.',
  upstream_unreachable: tryLater,
  upstream_closed: tryLater,
  upstream_malformed: tryLater,
  upstream_resting: tryLater,
  upstream_silent: tryLater,
  upstream_unauthenticated: tryLater,
  answer_invalid: tryLater,
  limits_unavailable: tryLater,
  provider_unavailable: tryLater,
  registry_unavailable: tryLater,
  temporarily_unavailable: tryLater,
  server_error: tryLater,
  fault: tryLater,
}

const adviceByReason: ReadonlyMap<string, string> = new Map(Object.entries(advice))

/** Returns the advice for a reason code; a general sentence for a code without advice, such as `client_gone`. */
export function findAdvice(reason: string): string {
  return adviceByReason.get(reason) ?? 'The failed check shows what was expected.'
}
