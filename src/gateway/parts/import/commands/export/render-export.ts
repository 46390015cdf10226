/** Renders what `sluice import --from-apic` did. */

import { pluralize } from '../../../../../shared/cli/common/pluralize.ts'
import { renderDifferences, renderProblem } from '../../../../config/index.ts'
import type { ExportReport } from './import-export.ts'

/** Returns a table of the documents, and a line for each problem. */
export function renderExport({ documents, differences, skipped, isDryRun }: ExportReport): string {
  const rows = [
    ['file', 'kind', 'name', 'result'],
    ...documents.map(({ source, kind, name, file, result }) => [
      source,
      kind,
      name,
      result === 'left out' ? result : `${isDryRun && result !== 'kept' ? 'would be ' : ''}${result}: ${file}`,
    ]),
    ...skipped.map(({ source }) => [source, '-', '-', 'left out']),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const kept = documents.filter(({ result }) => result === 'kept').length
  const left = documents.filter(({ result }) => result === 'left out').length + skipped.length
  const lines = [
    ...table,
    ...documents.flatMap(({ source, problems }) =>
      problems
        .filter(({ effect, severity }) => effect === undefined && severity === 'warning')
        .map((problem) => renderProblem({ ...problem, file: source })),
    ),
    ...skipped.map(({ source, reason }) => `${source} ${reason}`),
    ...renderDifferences(differences),
    ...(kept > 0 ? [`${pluralize(kept, 'document')} differ from the export and stayed: --replace replaces them`] : []),
    `${pluralize(documents.length + skipped.length - left, 'document')} of ${documents.length + skipped.length} ${isDryRun ? 'would be imported' : 'imported'}${left > 0 ? `, ${left} left out: mend them in the export and import it again` : ''}`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}
