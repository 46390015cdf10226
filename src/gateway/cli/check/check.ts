/** `sluice check`: prints the problems of the documents and of the environment without starting anything. */
import { isAbsolute, join, relative } from 'node:path'
import { pluralize } from '../../../shared/cli/common/pluralize.ts'
import { listDifferences, renderDifferences, renderProblems } from '../../config/index.ts'
import type { Config, LoadResult, Problem, SourceLocation } from '../../config/types/index.ts'
import { findAdvice } from './advice/advice.ts'

export interface CheckOptions {
  folder: string
  load(): Promise<LoadResult>
  /** Whether to print security advice. */
  advice: boolean
  /** Whether to print what policies of API Connect do in another way. */
  fromApic?: boolean | undefined
  /** Checks the environment variables and the files that they name. */
  checkEnvironment(): Promise<{ errors: readonly string[]; warnings: readonly string[] }>
  /** Whether to print one JSON document instead of lines. */
  json: boolean
  write(text: string): void
}

/** Prints one line for each problem and a summary. Returns the exit status: 1 for an error, else 0. */
export async function checkDocuments(options: CheckOptions): Promise<number> {
  const { folder, load, checkEnvironment, json, write } = options
  const [{ config, problems, texts }, environment] = await Promise.all([load(), checkEnvironment()])
  const here = <T extends SourceLocation>(each: T): T => ({ ...each, file: fromHere(folder, each.file) })
  const located = problems.map(here)
  const advice = options.advice && config ? findAdvice(config).map(here) : undefined
  const counts = {
    errors: count(located, 'error') + environment.errors.length,
    warnings: count(located, 'warning') + environment.warnings.length,
  }
  const found = config && listDifferences(Object.keys(texts?.() ?? {}), problems, options.fromApic ? config : undefined)
  const differences = found && { ...found, less: found.less.map(here), cannot: found.cannot.map(here) }
  const valid = config !== undefined && environment.errors.length === 0

  if (json) {
    const result = {
      valid,
      revision: config?.revision,
      ...counts,
      problems: located,
      environment: environment.warnings,
      environmentErrors: environment.errors,
      advice,
      differences: options.fromApic ? differences : undefined,
    }
    write(`${JSON.stringify(result, null, 2)}\n`)
  } else {
    for (const error of environment.errors) write(`environment: ${error}\n`)
    for (const warning of environment.warnings) write(`environment: warning: ${warning}\n`)
    const plain = differences ? located.filter(({ effect }) => effect === undefined) : located
    for (const line of renderProblems(plain)) write(`${line}\n`)
    for (const { file, line, column, message } of advice ?? []) write(`${file}:${line}:${column} advice: ${message}\n`)
    for (const line of differences ? renderDifferences(differences) : []) write(`${line}\n`)
    write(
      `${summary(config, environment.errors.length > 0, counts)}${advice ? `, ${pluralize(advice.length, 'recommendation')}` : ''}\n`,
    )
  }
  return valid ? 0 : 1
}

function summary(
  config: Config | undefined,
  hasEnvironmentErrors: boolean,
  { errors, warnings }: { errors: number; warnings: number },
): string {
  const found = [pluralize(errors, 'error'), pluralize(warnings, 'warning')].join(', ')
  if (!config) return `${found}: this configuration would not be started`
  if (hasEnvironmentErrors)
    return `${found}: the documents are valid, but with this environment the gateway would not start or clients would not connect`

  const apis = config.catalogs.reduce((sum, catalog) => sum + catalog.apis.length, 0)
  const catalogs = pluralize(config.catalogs.length, 'catalog')
  return `${found}: ${catalogs} with ${pluralize(apis, 'API')}, revision ${config.revision.slice(0, 12)}`
}

/** Returns the path of a file relative to the working folder. */
function fromHere(folder: string, file: string): string {
  const path = relative(process.cwd(), join(folder, file))
  return path.startsWith('..') || isAbsolute(path) ? join(folder, file) : path
}

function count(problems: readonly Problem[], severity: Problem['severity']): number {
  return problems.filter((each) => each.severity === severity).length
}
