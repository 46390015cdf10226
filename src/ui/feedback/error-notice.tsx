/** Shows an error text, with a button to try again where that is possible. */
import { t } from '../text/t.ts'
import { Notice } from './notice.tsx'

export function ErrorNotice({ text, again }: { text: string; again?: () => void }) {
  return <Notice kind="error" title={text} {...(again && { action: [t('Try again'), again] as const })} />
}
