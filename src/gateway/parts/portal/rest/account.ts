/** The account and the session of the user. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources } from '../../../../shared/rest/resource.ts'
import { body, flag, limitedText, number, text, view } from '../../../../shared/rest/shapes.ts'

const newName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N} ._@+'-]*[\\p{L}\\p{M}\\p{N}_.+-])?$",
  'x-words': `a name of 1 to 64 letters and digits, with blanks and . _ @ + ' - inside`,
})
/** The name of an account that exists: its registry has its own rule. */
export const userName = limitedText('a user name', 256, { minLength: 1 })
export const password = limitedText('a password', 1024, { minLength: 1 })
const newPassword = Type.String({ minLength: 8, maxLength: 1024, 'x-words': 'a password of 8 to 1024 characters' })
const email = limitedText('a mail address', 254, { pattern: '^[^\\s@<>",;:]+@[^\\s@<>",;:]+$' })
const mailToken = limitedText('the token of the mail,', 100, { minLength: 1 })

const SignUpRequest = body('SignUpRequest', { name: newName, password: newPassword, email: Type.Optional(email) })

const RequestResetRequest = body(
  'RequestResetRequest',
  { name: userName },
  'Requests a link by e-mail. The response does not say whether the account exists.',
)

const ResetPasswordRequest = body(
  'ResetPasswordRequest',
  { token: mailToken, newPassword },
  'Changes the password with the token of a link, which is used up even when the password is rejected.',
)

export type SessionView = Static<typeof SessionView>
export const SessionView = view('SessionView', {
  name: text(),
  email: Type.Optional(text()),
  emailVerified: flag(),
  hasPassword: flag('Whether the user has a password here; others sign in at another provider.'),
  owner: flag('Whether the user is an owner of the catalog, who decides about approvals.'),
  editsDocuments: flag('Whether the user may change documents of the gateway.'),
  csrf: text('The value for the header `X-CSRF-Token`.'),
  expiresAt: text('When the session ends, even while it is in use.'),
  idleMinutes: number('The session also ends after this many minutes without a request.'),
})

export type BeginSignInView = Static<typeof BeginSignInView>
export const BeginSignInView = view('BeginSignInView', {
  url: text('The page of the provider, to which the browser goes.'),
})

const CompleteSignInRequest = body('CompleteSignInRequest', {
  query: Type.String({
    minLength: 1,
    maxLength: 8192,
    'x-words': 'the query string of up to 8192 characters with which the provider sent the browser back',
  }),
})

export const accountResources = declareResources('account', {
  'POST /account': {
    id: 'signUp',
    summary: 'Sign up and begin a session',
    body: SignUpRequest,
    status: 201,
    response: SessionView,
  },
  'PUT /account/password': {
    id: 'changePassword',
    summary: 'Change the password, end every session of the account and begin a new one',
    body: body('ChangePasswordRequest', { password, newPassword }),
    response: SessionView,
  },
  'PUT /account/email': {
    id: 'changeEmail',
    summary: 'Change the e-mail address, and send a link that verifies it',
    body: body('ChangeEmailRequest', { email, password }),
  },
  'POST /account/email/verification': { id: 'requestVerification', summary: 'Send a link that verifies the address' },
  'PUT /account/email/verified': {
    id: 'verifyEmail',
    summary: 'Verify the address with the token of the link',
    body: body('VerifyEmailRequest', { token: mailToken }),
  },
  'POST /account/reset': {
    id: 'requestReset',
    summary: 'Send a link that resets the password',
    body: RequestResetRequest,
  },
  'PUT /account/reset': {
    id: 'resetPassword',
    summary: 'Reset the password with the token of the link',
    body: ResetPasswordRequest,
  },
  'POST /session': {
    id: 'signIn',
    summary: 'Sign in',
    body: body('SignInRequest', { name: userName, password }),
    status: 201,
    response: SessionView,
  },
  'POST /session/provider': {
    id: 'beginProviderSignIn',
    summary: 'Begin a sign-in at the other provider',
    response: BeginSignInView,
  },
  'PUT /session/provider': {
    id: 'completeProviderSignIn',
    summary: 'Complete a sign-in at the other provider',
    body: CompleteSignInRequest,
    response: SessionView,
  },
  'GET /session': { id: 'showSession', summary: 'Show the signed-in user', response: SessionView },
  'DELETE /session': {
    id: 'signOut',
    summary: 'Sign out on every worker',
    response: view('SignOutView', {
      url: text('Where the other provider ends its session and leads back to the portal.'),
    }),
    otherStatuses: { 204: 'Signed out; there is no other provider, or its session cannot be ended there.' },
  },
})
