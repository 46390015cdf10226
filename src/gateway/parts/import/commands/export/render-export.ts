/** Renders what `sluice import --from-apic` did. */
import { pluralize } from '../../../../../shared/cli/common/pluralize.ts'
import { renderTable } from '../../../../cli/common/render-table.ts'
import { renderDifferences, renderProblem } from '../../../../config/index.ts'
import type { ExportReport } from './import-export.ts'

/** Returns a table of the documents, and a line for each problem. */
export function renderExport({ documents, differences, skipped, isDryRun }: ExportReport): string {
  const rows = documents.map(({ source, kind, name, file, result }) => {
    const done = `${isDryRun && result !== 'kept' ? 'would be ' : ''}${result}: ${file}`
    return { file: source, kind, name, result: result === 'left out' ? result : done }
  })
  const others = skipped.map(({ source }) => ({ file: source, kind: '-', name: '-', result: 'left out' }))
  const kept = documents.filter(({ result }) => result === 'kept').length
  const left = documents.filter(({ result }) => result === 'left out').length + skipped.length
  const lines = [
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
  return renderTable([...rows, ...others]) + lines.map((line) => `${line}\n`).join('')
}
