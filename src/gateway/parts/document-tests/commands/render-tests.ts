/** Renders the results of tests of documents, for people, for programs and for CI servers. */
import { pluralize } from '../../../../shared/cli/common/pluralize.ts'
import { escapeControlCharacters } from '../../../../shared/lib/output/escape-control-characters.ts'
import { escapeMarkup } from '../../../../shared/lib/text/escape-markup.ts'
import { type Problem, renderProblem } from '../../../config/index.ts'
import type { Coverage, TestReport } from '../engine/index.ts'

/** Returns a line for each file, the differences of failed tests, and a summary. */
export function renderTests(report: TestReport, { coverage }: { coverage: boolean }): string {
  const lines: string[] = []
  for (const { file, tests, problems } of report.files) {
    const failed = tests.filter(({ differences }) => differences.length > 0)
    const passed = tests.length - failed.length
    if (problems.length > 0) lines.push(`${file}: not run`, ...problems.map((each) => `  ${renderProblem(each)}`))
    else lines.push(`${file}: ${passed} passed${failed.length > 0 ? `, ${failed.length} failed` : ''}`)
    for (const { name, location, differences } of failed) {
      lines.push(`  ${location.file}:${location.line} ${name}`, ...differences.map((each) => `    ${each}`))
    }
  }
  if (coverage) lines.push(...renderCoverage(report.coverage))
  lines.push(`${report.passed} passed, ${report.failed} failed`)
  return lines.map((line) => `${escapeControlCharacters(line)}\n`).join('')
}

function renderCoverage({ operations, branches }: TestReport['coverage']): string[] {
  return [...renderPart('operations', operations), ...renderPart('branches', branches)]
}

function renderPart(name: string, { covered, missed }: Coverage): string[] {
  return [`${covered} of ${covered + missed.length} ${name}`, ...missed.map((each) => `  not reached: ${each}`)]
}

export function renderProblems(problems: readonly Problem[]): string {
  const summary = `${pluralize(problems.length, 'error')}: a gateway would reject these documents, so no test has run`
  return [...problems.map(renderProblem), summary].map((line) => `${line}\n`).join('')
}

/** Returns the results in the XML of JUnit, which CI servers read. */
export function renderAsJunit({ files, passed, failed }: TestReport): string {
  const suites = files.map(({ file, tests, problems }) => {
    const broken = problems.map((each) => testCase(file, file, 0, [renderProblem(each)]))
    const cases = tests.map(({ name, duration, differences }) => testCase(file, name, duration, differences))
    return `<testsuite name="${escapeXml(file)}" tests="${cases.length + broken.length}">\n${[...broken, ...cases].join('\n')}\n</testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="${passed + failed}" failures="${failed}">\n${suites.join('\n')}\n</testsuites>\n`
}

function testCase(file: string, name: string, duration: number, differences: readonly string[]): string {
  const head = `<testcase classname="${escapeXml(file)}" name="${escapeXml(name)}" time="${(duration / 1000).toFixed(3)}"`
  if (differences.length === 0) return `${head}/>`
  return `${head}><failure message="${escapeXml(differences[0] ?? '')}">${escapeXml(differences.join('\n'))}</failure></testcase>`
}

function escapeXml(text: string): string {
  return escapeMarkup(escapeControlCharacters(text.replaceAll('\n', '\u2028'))).replaceAll('\u2028', '&#10;')
}

/** Returns the lines of documents that no test would miss. */
export function renderUnguarded(lines: readonly string[], tried: number): string {
  const summary = `${tried - lines.length} of ${pluralize(tried, 'change')} noticed by a test`
  return [...lines, summary].map((line) => `${line}\n`).join('')
}
