/** The button that leads to another provider for the sign-in, and the end of the sign-in when the browser is back. */
import { useEffect } from 'react'
import { ActionButton } from '../feedback/action-button.tsx'
import { ErrorNotice } from '../feedback/notice.tsx'
import { useAction } from '../feedback/use-action.ts'
import { t } from '../text/t.ts'
import { leaveForProvider, takeProviderReturn } from './provider-return.ts'

export interface ProviderSignInProps {
  /** The title of the provider. */
  title: string
  /** Returns the page of the provider. */
  begin(): Promise<{ url: string }>
  /** Ends the sign-in with the query string with which the provider sent the browser back. */
  complete(query: string): Promise<unknown>
  signedIn(): Promise<void>
}

export default function ProviderSignIn({ title, begin, complete, signedIn }: ProviderSignInProps) {
  const { busy, problem, run } = useAction()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the response is there once, when the page is loaded
  useEffect(() => {
    const query = takeProviderReturn()
    if (query === undefined) return
    void run(async () => {
      await complete(query)
      await signedIn()
    })
  }, [])

  return (
    <>
      {problem && <ErrorNotice text={problem} />}
      <ActionButton busy={busy} onClick={() => void run(async () => leaveForProvider((await begin()).url))}>
        {t('Sign in with {title}', { title })}
      </ActionButton>
    </>
  )
}
