/** Keeps the definitions of objects, so that they can be exported, or defined again after they were deleted. */
import type { Undo } from '../../../../../shared/ui/feedback/notifications.tsx'
import { displayObjects, runCommandText } from '../../kit/api/mqsc.ts'
import { loadObjectKind } from '../../kit/api/object-kinds.ts'
import { loadAuthorityRecords, saveAuthorityRecord } from '../authority/authority-records.ts'
import type { ObjectScreen } from '../screens/object-screen.ts'
import { renderDefineCommand } from './render-mqsc.ts'

/** Returns a DEFINE command for each of the objects that exists. */
export async function loadDefineCommands(
  manager: string,
  screen: ObjectScreen,
  names: readonly string[],
): Promise<readonly string[]> {
  const { kind: kindName, qualifier, key } = screen
  const [only = '*', ...more] = names
  const [kind, objects] = await Promise.all([
    loadObjectKind(kindName),
    displayObjects(manager, { qualifier, name: more.length === 0 ? only : '*', responseParameters: ['all'] }),
  ])
  const wanted = new Set(names)
  return objects.flatMap(({ parameters = {} }) =>
    wanted.has(String(parameters[key])) ? [renderDefineCommand(screen, kind, parameters)] : [],
  )
}

/**
 * Loads what deletion removes: the definitions of the objects, and the authority records of exactly their names. Returns the
 * function that defines both again; it throws an `Error` for an object that exists again.
 */
export async function prepareRestore(manager: string, screen: ObjectScreen, names: readonly string[]): Promise<Undo> {
  const { authority } = screen
  const [commands, records] = await Promise.all([
    loadDefineCommands(manager, screen, names),
    authority === undefined ? [] : loadAuthorityRecords(manager, authority, undefined).catch(() => []),
  ])
  const wanted = new Set(names)
  const own = records.filter(({ profile, authorities }) => wanted.has(profile) && authorities.length > 0)
  return async () => {
    for (const command of commands) {
      const line = command.replaceAll(' +\n       ', ' ').replace(/ REPLACE\n$/, '')
      const { failed, lines } = await runCommandText(manager, line)
      if (failed) throw new Error(lines.join(' '))
    }
    for (const record of own) await saveAuthorityRecord(manager, record, [])
  }
}
