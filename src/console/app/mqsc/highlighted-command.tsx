/** Shows MQSC text with syntax colours. */
import { tokenizeCommand } from './tokenize-command.ts'

export function HighlightedCommand({ text }: { text: string }) {
  return tokenizeCommand(text).map(({ kind, text: part }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have no other identity
    <span key={index} className={`token token--${kind}`}>
      {part}
    </span>
  ))
}
