/** Returns the text of a recorded body, with a note where it is cut off or no text. */
import { t } from '../../../../ui/text/t.ts'
import type { RecordedMessageView } from '../../../rest/index.ts'

export function describeBody({ text, bytes, isCut }: NonNullable<RecordedMessageView['body']>): string {
  if (text === undefined) return `(${t('{bytes, plural, one {# byte} other {# bytes}} that are no text', { bytes })})`
  const cut = t('cut off, {bytes, plural, one {# byte} other {# bytes}} in all', { bytes })
  return isCut ? `${text}\n(${cut})` : text
}
