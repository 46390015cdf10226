/** Compares the applications of revisions, so that only those that changed travel between processes. */
import type { Application, Catalog } from '../../config/types/index.ts'
import { isSameList } from '../../lib/collections/is-same-list.ts'

/** The applications of each catalog. */
export type ApplicationLists = readonly Pick<Catalog, 'path' | 'applications'>[]

/** Applications that stand in the list before, without the one at `end`. */
interface Run {
  first: number
  end: number
}

/** A list of applications, in which runs stand for those that did not change. */
export interface ListChange {
  path: string
  parts: readonly (Application | Run)[]
}

/** Returns what changed in the lists; undefined when nothing did. An application that did not change is the same object. */
export function listChanges(after: ApplicationLists, before: ApplicationLists = []): ListChange[] | undefined {
  const changes = after.map(({ path, applications }) => {
    const old = before.find((each) => each.path === path)?.applications ?? []
    if (isSameList(applications, old)) return { path, parts: [{ first: 0, end: old.length }], isSame: true }
    const places = new Map(old.map((each, index) => [each, index]))
    return { path, parts: compare(applications, places), isSame: false }
  })
  if (before.length === after.length && changes.every(({ isSame }) => isSame)) return undefined
  return changes.map(({ path, parts }) => ({ path, parts }))
}

function compare(applications: readonly Application[], places: ReadonlyMap<Application, number>): ListChange['parts'] {
  const parts: (Application | Run)[] = []
  for (const each of applications) {
    const place = places.get(each)
    const last = parts.at(-1)
    if (place === undefined) parts.push(each)
    else if (last && isRun(last) && last.end === place) last.end += 1
    else parts.push({ first: place, end: place + 1 })
  }
  return parts
}

/** Returns the lists after a change. A list that did not change is the same array. */
export function applyListChanges(changes: readonly ListChange[], before: ApplicationLists): ApplicationLists {
  return changes.map(({ path, parts }) => {
    const old = before.find((each) => each.path === path)?.applications ?? []
    const [first] = parts
    const isSame = parts.length === 1 && first && isRun(first) && first.end - first.first === old.length
    const restore = (part: Application | Run) => (isRun(part) ? old.slice(part.first, part.end) : part)
    return { path, applications: isSame ? old : parts.flatMap(restore) }
  })
}

function isRun(part: Application | Run): part is Run {
  return 'end' in part
}
