/** Shows indented JSON, XML or YAML in colours, with lines that fold, except in YAML. Other text stays as it is. */
import { memo, useMemo, useState } from 'react'
import { t } from '../text/t.ts'
import { type CodeLanguage, detectLanguage, findFolds, splitLine } from './highlight.ts'

/** The length above which a text has no colours, because each part is an element of the page. */
const maxLength = 60_000
const noFolds: ReadonlyMap<number, number> = new Map()

export function CodeView({ text }: { text: string }) {
  const language = detectLanguage(text)
  const lines = useMemo(() => text.split('\n'), [text])
  const folds = useMemo(() => (language === 'yaml' ? noFolds : findFolds(lines)), [lines, language])
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
        <LineParts line={lines[at] ?? ''} language={language} />
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

/** Only lines that have changed are drawn again. */
const LineParts = memo(function LineParts({ line, language }: { line: string; language: CodeLanguage }) {
  return splitLine(line, language).map(([kind, part], place) => (
    <span key={String(place)} className={kind && `code--${kind}`}>
      {part}
    </span>
  ))
})

function toggle(before: ReadonlySet<number>, line: number): ReadonlySet<number> {
  const after = new Set(before)
  if (!after.delete(line)) after.add(line)
  return after
}
