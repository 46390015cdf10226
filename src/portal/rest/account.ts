/** What the portal says of itself and of who is signed in, and what signing up and in take. */

export interface PortalView {
  org: string
  catalog: string
  title: string
  /** Where the page is, `/acme/sandbox/portal`. */
  prefix: string
  /** The origin under which the caller reaches it, for what is copied elsewhere. */
  origin: string
  /** The redirect address that an application needs for trying the authorization code from the page. */
  callback: string
  /** Whether people may sign up by themselves. */
  selfSignup: boolean
}

/** A name has 1 to 64 characters without colon, control characters and blanks at its ends; a password 8 to 1024. */
export interface SignInRequest {
  name: string
  password: string
}

export interface SignUpRequest extends SignInRequest {
  email?: string
}

export interface ChangePasswordRequest {
  password: string
  newPassword: string
}

export interface SessionView {
  name: string
  email?: string
  /** Decides about approvals. */
  owner: boolean
  /** For the header `X-CSRF-Token`. */
  csrf: string
  /** When it ends even while it is used. */
  expiresAt: string
  /** It ends, too, when it was not used for so long. */
  idleMinutes: number
}
