/** The differences of two texts, line by line, in the unified format that `patch` and `git apply` read. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff'

/** The time of a comparison grows with the square of the changed lines: texts that differ more are replaced as a whole. */
export const maxComparedChanges = 5_000

/** Returns the patch; empty for equal texts. `undefined` is a file that does not exist. Megabytes take seconds. */
export function buildUnifiedDiff(file: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return ''
  const oldName = before === undefined ? '/dev/null' : `a/${file}`
  const newName = after === undefined ? '/dev/null' : `b/${file}`
  const compared = createTwoFilesPatch(oldName, newName, before ?? '', after ?? '', undefined, undefined, {
    context: 3,
    maxEditLength: maxComparedChanges,
    headerOptions: FILE_HEADERS_ONLY,
  })
  return compared ?? replaceWhole(oldName, newName, before ?? '', after ?? '')
}

/** Returns a patch of one hunk that removes every line and adds every new one. */
function replaceWhole(oldName: string, newName: string, before: string, after: string): string {
  const removed = structuredPatch(oldName, newName, before, '').hunks[0]
  const added = structuredPatch(oldName, newName, '', after).hunks[0]
  const hunk = {
    oldStart: 1,
    oldLines: removed?.oldLines ?? 0,
    newStart: 1,
    newLines: added?.newLines ?? 0,
    lines: [...(removed?.lines ?? []), ...(added?.lines ?? [])],
  }
  const patch = { oldFileName: oldName, newFileName: newName, hunks: [hunk] }
  return formatPatch({ ...patch, oldHeader: undefined, newHeader: undefined }, FILE_HEADERS_ONLY)
}
