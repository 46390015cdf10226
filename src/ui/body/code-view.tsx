/** Shows indented JSON or XML in colours, with lines that fold. Other text stays as it is. */
import { useMemo, useState } from 'react'
import { t } from '../text/t.ts'
import { detectLanguage, findFolds, splitLine } from './highlight.ts'

/** The length above which a text has no colours, because each part is an element of the page. */
const maxLength = 60_000

export function CodeView({ text }: { text: string }) {
  const language = detectLanguage(text)
  const lines = useMemo(() => text.split('\n'), [text])
  const folds = useMemo(() => findFolds(lines), [lines])
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  if (!language || text.length > maxLength) return text

  const shown: number[] = []
  for (let at = 0; at < lines.length; at = (folded.has(at) ? folds.get(at) : undefined) ?? at + 1) shown.push(at)
  return shown.map((at) => {
    const isFolded = folded.has(at)
    const hidden = (folds.get(at) ?? 0) - at - 1
    return (
      <span key={at} className="code-line">
        {folds.has(at) && (
          <button
            type="button"
            className="code-line__fold"
            aria-label={t('Fold line {number}', { number: at + 1 })}
            aria-expanded={!isFolded}
            onClick={() => setFolded((before) => toggle(before, at))}
          />
        )}
        {splitLine(lines[at] ?? '', language).map(([kind, part], place) => (
          <span key={String(place)} className={kind && `code--${kind}`}>
            {part}
          </span>
        ))}
        {isFolded && (
          <span className="code-line__hidden">
            {t('{count, plural, one {# line} other {# lines}}', { count: hidden })}
          </span>
        )}
        {at < lines.length - 1 && '\n'}
      </span>
    )
  })
}

function toggle(before: ReadonlySet<number>, line: number): ReadonlySet<number> {
  const after = new Set(before)
  if (!after.delete(line)) after.add(line)
  return after
}
