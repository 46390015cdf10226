/** Shows an error text, with a button to try again where that is possible. */
import { Notice } from './notice.tsx'

export function ErrorNotice({ text, again }: { text: string; again?: () => void }) {
  return <Notice kind="error" title={text} {...(again && { action: ['Try again', again] as const })} />
}
