/** Renders what `sluice import` did, for people and for programs. */
import { pluralize } from '../../../../shared/cli/common/pluralize.ts'
import { renderProblems } from '../../../config/index.ts'
import { type ImportReport, renderNote } from './import-report.ts'

/** Returns lines: what changed in the API, problems, what callers notice, the files, and what to do next. */
export function renderImport(report: ImportReport): string {
  const { api, notes, problems, changes, files, isValid, isDryRun, isPublished } = report
  const done = !isValid
    ? `nothing was written: a gateway would reject these documents`
    : `${isDryRun ? 'would import' : 'imported'} ${api.name}:${api.version} with ${pluralize(api.operations, 'operation')}, from ${api.basePath} to ${api.upstream ?? 'where its assembly says'}`
  const hint = `no product offers the API yet: import it with --product NAME --replace, or add "${api.name}:${api.version}" to a product`
  const lines = [
    ...notes.map(renderNote),
    ...renderProblems(problems),
    ...(isDryRun ? changes.map(({ text }) => text) : []),
    ...(isValid ? files.map(({ file, action }) => `${isDryRun ? 'would be ' : ''}${action}: ${file}`) : []),
    done,
    ...(isValid && api.upstream !== undefined && !report.hasCredential ? [describeAuthentication(api.name)] : []),
    ...(isValid && !isPublished ? [hint] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Returns what to do for an upstream that demands credentials of the gateway. */
export function describeAuthentication(api: string): string {
  return `the gateway sends the upstream no credentials of its own: if it demands some, add authenticate to invoke in apis/${api}.yaml`
}

/** Returns the report as a JSON document. */
export function renderImportAsJson({ isValid, isDryRun, ...report }: ImportReport): string {
  return `${JSON.stringify({ valid: isValid, dryRun: isDryRun, ...report }, null, 2)}\n`
}
