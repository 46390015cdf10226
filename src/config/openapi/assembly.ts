/**
 * The assembly: which policies run for a call, which when one of them fails, and which at the end.
 *
 * A step is a map of one member, the policy's name with its settings. A clause of `catch` becomes a step of the
 * policy `catch` with the settings `{ errors }` (none for the default clause) and one branch.
 */

import type { Reading } from '../documents/document-kind.ts'
import { check } from '../schema/check.ts'
import { type Path, renderPath } from '../text/source.ts'
import { instead } from '../text/wording.ts'
import type { Assembly, PolicyStep } from '../types/index.ts'
import { policySchema, withoutRemarks } from './policy-schema.ts'

type Members = Record<string, unknown>

const assemblyPath = ['x-ibm-configuration', 'assembly']

export function readAssembly(reading: Reading): Assembly {
  return {
    execute: readSteps([...assemblyPath, 'execute'], reading),
    catch: readClauses([...assemblyPath, 'catch'], reading),
    finally: readSteps([...assemblyPath, 'finally'], reading),
  }
}

/** The steps of the list at a path. */
function readSteps(path: Path, reading: Reading): PolicyStep[] {
  const { source, problems } = reading
  const list = source.at(path) ?? []
  if (!Array.isArray(list)) {
    problems.error(source.place(path), `${renderPath(path)} must be a list of policies`)
    return []
  }
  return list.flatMap((_, index) => readStep([...path, index], reading) ?? [])
}

function readStep(path: Path, reading: Reading): PolicyStep | undefined {
  const { source, tables, problems } = reading
  const name = onlyMember(source.at(path))
  if (name === undefined) {
    problems.error(
      source.place(path),
      `${renderPath(path)} must be a map of one member: the policy with its settings`,
    )
    return undefined
  }

  const at = [...path, name]
  const shape = tables.policies.find(({ policy }) => policy === name)
  if (!shape) {
    const known = tables.policies.map(({ policy }) => policy)
    const meant = instead(name, known, 'supported are')
    problems.error(source.keyPlace(at), `${renderPath(path)} is no supported policy: "${name}"${meant}`)
    return undefined
  }

  const checked = check(policySchema(shape), source.at(at) ?? {}, at, { source, problems })
  if (checked === undefined) return undefined
  const settings = withoutRemarks(shape, checked as object)
  const branches = shape.branches?.(settings as never) ?? []
  return {
    policy: name,
    settings,
    branches: branches.map((branch) => readSteps([...at, ...branch], reading)),
    place: source.keyPlace(at),
  }
}

function readClauses(path: Path, reading: Reading): PolicyStep[] {
  const list = reading.source.at(path)
  return Array.isArray(list) ? list.flatMap((_, index) => readClause([...path, index], reading) ?? []) : []
}

function readClause(path: Path, reading: Reading): PolicyStep | undefined {
  const { source, problems } = reading
  const clause = source.at(path) as Members
  const place = source.place(path)
  if (onlyMember(clause) === 'default') {
    return {
      policy: 'catch',
      settings: { errors: [] },
      branches: [readSteps([...path, 'default'], reading)],
      place,
    }
  }

  const { errors, execute, ...others } = clause ?? {}
  const isClause =
    Array.isArray(errors) && errors.length > 0 && errors.every((each) => typeof each === 'string')
  if (!isClause || execute === undefined || Object.keys(others).length > 0) {
    const message = 'must be {errors: [names], execute: [policies]} or {default: [policies]}'
    problems.error(place, `${renderPath(path)} ${message}`)
    return undefined
  }
  return {
    policy: 'catch',
    settings: { errors },
    branches: [readSteps([...path, 'execute'], reading)],
    place,
  }
}

function onlyMember(value: unknown): string | undefined {
  const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
  return names.length === 1 ? names[0] : undefined
}
