/** The page at the redirect URI. It asks the user to close the tab. */
import type { AuthorizationCallback } from './authorization-callback.ts'

export default function CallbackPage({ handedBack }: { handedBack: AuthorizationCallback }) {
  return (
    <main className="login">
      <div className="login__form">
        <h1 className="login__title">{handedBack.code ? 'You allowed it' : 'There is no code'}</h1>
        <p className="login__lead">
          {handedBack.code
            ? 'The code is back in the tab that asked for it. You can close this one.'
            : `The provider said: ${handedBack.error}. You can close this tab.`}
        </p>
      </div>
    </main>
  )
}
