/** Applies an edit to the value of a document, to know what the edited text must mean. */
import type { YamlEdit } from './edit-yaml.ts'
import type { YamlPath } from './yaml-text.ts'

type Holder = Record<string | number, unknown>

/** Returns a changed copy of a value. Throws when the path of the edit leads through a value that has no members. */
export function applyEditToValue(value: unknown, edit: YamlEdit): unknown {
  const root = { root: JSON.parse(JSON.stringify(value ?? {})) as unknown }
  const path = ['root', ...edit.path]
  const holder = holderAt(root, path, { creates: edit.do === 'set' || edit.do === 'insert' })
  const key = path.at(-1) as string | number
  switch (edit.do) {
    case 'set':
      holder[key] = edit.value
      break
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
      break
    case 'insert':
      holder[key] = ((holder[key] as unknown[] | undefined) ?? []).toSpliced(edit.index, 0, edit.value)
      break
    case 'move': {
      const list = holder[key] as unknown[]
      holder[key] = list.toSpliced(edit.from, 1).toSpliced(edit.to, 0, list[edit.from])
      break
    }
    case 'rename':
      renameMember(holder, String(key), edit.name)
      break
  }
  return root.root
}

function holderAt(root: Holder, path: YamlPath, { creates }: { creates: boolean }): Holder {
  return path.slice(0, -1).reduce<Holder>((holder, key) => {
    if (creates) holder[key] ??= {}
    const inner = holder[key]
    if (typeof inner !== 'object' || inner === null) throw new Error(`${path.join('.')} leads through a value`)
    return inner as Holder
  }, root)
}

/** Renames a member in place, so that the order of the members stays. */
function renameMember(holder: Holder, from: string, to: string): void {
  if (Object.hasOwn(holder, to)) throw new Error(`there is a member ${to} already`)
  const members = Object.entries(holder)
  for (const [name] of members) delete holder[name]
  for (const [name, value] of members) holder[name === from ? to : name] = value
}
