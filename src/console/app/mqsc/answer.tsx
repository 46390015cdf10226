/** The answer of a command: the lines of the queue manager, or a table of the displayed objects. */
import { t } from '../../../ui/text/t.ts'
import { listKeywords, parseAnswer } from './mqsc-text.ts'

export function Answer({ lines, asTable }: { lines: readonly string[]; asTable: boolean }) {
  const rows = asTable ? parseAnswer(lines) : []
  if (rows.length === 0) return <pre className="mqsc__answer">{lines.join('\n')}</pre>
  const keywords = listKeywords(rows)
  return (
    <div className="list__scroll">
      <table className="cds--data-table cds--data-table--xs" aria-label={t('Results')}>
        <thead>
          <tr>
            {keywords.map((keyword) => (
              <th key={keyword} scope="col">
                {keyword}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never change
            <tr key={index}>
              {keywords.map((keyword) => (
                <td key={keyword}>{row.get(keyword) ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
