/** Request and response bodies about the portal, the account and the session. */

export interface PortalView {
  org: string
  catalog: string
  title: string
  /** The URL path of the page, such as `/acme/sandbox/portal`. */
  prefix: string
  /** The origin under which the client reaches the portal, for URLs to copy. */
  origin: string
  /** The redirect URI that Try it uses for the authorization code grant. */
  callback: string
  /** Whether the catalogue can be read without a session. */
  isPublic: boolean
  /** Whether the catalog has guides. */
  hasGuides: boolean
  brand: BrandView
  /** Whether the portal sends e-mails: verification of addresses, and links to reset a password. */
  sendsMail: boolean
  /** Whether visitors can create an account. */
  selfSignup: boolean
  /** The longest life of a client secret in days; 0 for no limit. */
  maxSecretDays: number
}

export interface BrandView {
  name: string
  /** Whether `GET /brand/logo` returns one. */
  hasLogo: boolean
  /** The colour of links and buttons in the light theme and in the dark theme, `#0f62fe`; absent for the default. */
  color?: string
  colorDark?: string
  supportEmail?: string
  supportUrl?: string
  links: { title: string; url: string }[]
}

/**
 * A name has 1 to 64 characters, without a colon, control characters or blanks at the ends; a password has 8 to
 * 1024.
 */
export interface SignInRequest {
  name: string
  password: string
}

export interface SignUpRequest extends SignInRequest {
  email?: string
}

export interface ChangeEmailRequest {
  email: string
  password: string
}

/** Requests a link by e-mail. The response does not say whether the account exists. */
export interface RequestResetRequest {
  name: string
}

/** Changes the password with the token of a link, which is used up even when the password is rejected. */
export interface ResetPasswordRequest {
  token: string
  newPassword: string
}

export interface ChangePasswordRequest {
  password: string
  newPassword: string
}

export interface SessionView {
  name: string
  email?: string
  emailVerified: boolean
  /** Whether the user is an owner of the catalog, who decides about approvals. */
  owner: boolean
  /** Whether the user may change documents of the gateway. */
  editsDocuments: boolean
  /** The value for the header `X-CSRF-Token`. */
  csrf: string
  /** When the session ends, even while it is in use. */
  expiresAt: string
  /** The session also ends after this many minutes without a request. */
  idleMinutes: number
}
