/** The entries of the command palette: pages, queue managers with their sections, actions, and objects. */
import type { PaletteEntry } from '../../../../../shared/ui/forms/find-entries.ts'
import type { LoadPaletteEntries } from '../../../../../shared/ui/palette/palette-dialog.tsx'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { buildCreateLink } from '../../../../../shared/ui/routing/hash-query.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { loadHealth } from '../../kit/api/managers.ts'
import {
  buildManagerLink,
  buildObjectLink,
  buildTransferLink,
  managerSections,
  sectionTitles,
  transferSections,
  transferSectionTitles,
} from '../../kit/routing/page-route.ts'
import type { UserRights } from '../../kit/session/rights.ts'
import { isManagerReachable } from '../managers/manager-state-tag.tsx'
import { objectScreens } from '../screens/index.ts'
import { loadObjectRows } from '../screens/load-objects.ts'
import { addArticle, isSystemObject, type ObjectScreen } from '../screens/object-screen.ts'

/** The number of queue managers whose objects are listed, and of objects of one kind. */
const maxManagers = 10
const maxObjects = 5_000

const pages: readonly PaletteEntry[] = [
  { title: t('Home'), kind: t('page'), to: buildHashLink('home') },
  { title: t('Queue managers'), kind: t('page'), to: buildHashLink('qmgr') },
  { title: t('Dashboards'), kind: t('page'), to: buildHashLink('dashboards') },
]

/** Lists the objects of one queue manager after the other, so that the server has few requests at a time. */
export async function loadEntries(
  rights: UserRights,
  ...[signal, showFirst]: Parameters<LoadPaletteEntries>
): Promise<readonly PaletteEntry[]> {
  const { seeManagers, seeTransfers, manage } = rights
  const transfers = transferSections.map((section) => ({
    title: transferSectionTitles[section],
    kind: t('File transfer'),
    to: buildTransferLink(section),
  }))
  const creation = { title: t('Create a queue manager'), kind: t('action'), to: buildCreateLink(buildHashLink('qmgr')) }
  const fixed = [...(seeManagers ? pages : []), ...(seeTransfers ? transfers : []), ...(manage ? [creation] : [])]
  if (!seeManagers) return fixed
  const managers = await loadHealth(signal)
  const deadLetters = managers.flatMap(({ name: of, deadLetter }) =>
    deadLetter
      ? {
          title: t('Dead letters'),
          kind: t('page'),
          of,
          to: buildObjectLink(of, 'queues', deadLetter.name, 'messages'),
        }
      : [],
  )
  let known = [...fixed, ...managers.flatMap(({ name }) => listManagerPages(name, rights)), ...deadLetters]
  showFirst(known)
  for (const { name } of managers.filter(isManagerReachable).slice(0, maxManagers)) {
    const lists = await Promise.all(objectScreens.map((screen) => listObjects(name, screen, signal)))
    known = [...known, ...lists.flat()]
    showFirst(known)
  }
  return known
}

function listManagerPages(of: string, { change }: UserRights): readonly PaletteEntry[] {
  const sections = managerSections.map((section) => ({
    title: sectionTitles[section],
    kind: t('page'),
    of,
    to: buildManagerLink(of, section),
  }))
  const actions = objectScreens
    .filter(({ types }) => change && types.length > 0)
    .map(({ section, singular }) => ({
      title: t('Create {object}', { object: addArticle(singular) }),
      kind: t('action'),
      of,
      to: buildCreateLink(buildManagerLink(of, section)),
    }))
  return [{ title: of, kind: t('queue manager'), to: buildManagerLink(of) }, ...sections, ...actions]
}

/** A kind that the user may not display has no entries. */
async function listObjects(of: string, screen: ObjectScreen, signal: AbortSignal): Promise<PaletteEntry[]> {
  try {
    const { rows } = await loadObjectRows(of, screen, [], signal)
    const { section, singular: kind } = screen
    const bySystem = Map.groupBy(rows, ({ name }) => isSystemObject(name))
    const shown = [...(bySystem.get(false) ?? []), ...(bySystem.get(true) ?? [])]
    return shown
      .slice(0, maxObjects)
      .map(({ name }) => ({ title: name, kind, of, to: buildObjectLink(of, section, name) }))
  } catch {
    signal.throwIfAborted()
    return []
  }
}
