/** Objects as they are defined, with what is live about them. */
import { kinds } from '../../objects/index.ts'
import { columnsOf, type Kind } from '../../objects/kind.ts'
import { choice, genericName, text } from '../../objects/values.ts'
import type { ObjectKind, ObjectRecord } from '../../runtime.ts'
import { type Call, textOf } from '../command.ts'
import { renderDate, renderTime } from '../date.ts'
import { allForOne, objectNotFound, type Values, type View } from '../display.ts'
import { isGeneric, matchesGeneric } from '../generic-name.ts'
import { objectMessages } from '../object-messages.ts'
import { authorize, mayUse } from '../subject.ts'

/** What is known of an object beyond its attributes. */
type Live = (call: Call, object: ObjectRecord) => Values

/** A view of the objects of some kinds; `type` narrows it to one type of them. */
export function objectView(names: readonly ObjectKind[], options: { type?: string; live?: Live } = {}): View {
  const [first] = names.map((name) => kinds[name]) as [Kind]
  const { key, typeKeyword } = first
  const head = typeKeyword ? [key, typeKeyword] : [key]
  const typeValue = choice(...names.flatMap((name) => kinds[name].types), ...aliases(typeKeyword), 'ALL')

  return {
    message: objectMessages[first.kind].displayed,
    name: 'required',
    nameValue: first.kind === 'sub' ? first.name : genericName(first.kind === 'channel' ? 20 : 48),
    arguments: typeKeyword ? [{ keyword: typeKeyword, synonyms: ['TYPE'], value: typeValue }] : [],
    columns: [
      ...head.map((keyword) => ({ keyword, value: text(48) })),
      ...columnsOf(first).filter((each) => !head.includes(each.keyword)),
    ],
    head,
    usual: allForOne,
    missing: objectNotFound,

    rows(call) {
      const pattern = call.name ?? '*'
      const wanted = options.type ?? (typeKeyword && textOf(call, typeKeyword))
      const chosen: ObjectRecord[] = []
      for (const kind of names) {
        if (!isGeneric(pattern)) {
          const object = call.runtime.objects.find(kind, pattern)
          if (object) chosen.push(object)
          continue
        }
        const matching = call.runtime.objects.list(kind).filter(({ name }) => matchesGeneric(pattern, name))
        chosen.push(...matching.filter(({ name }) => mayUse(call, kind, name, 'DSP')))
      }
      const typed = chosen.filter(({ type }) => wanted === undefined || wanted === 'ALL' || type === wanted)
      if (!isGeneric(pattern)) for (const { kind, name } of typed) authorize(call, kind, name, 'DSP')
      return typed.map((object) => ({ values: valuesOf(first, object, options.live?.(call, object)) }))
    },
  }
}

/** Every attribute of an object under its keyword. */
export function valuesOf(kind: Kind, object: ObjectRecord, live: Values = {}): Values {
  return {
    ...object.attributes,
    ALTDATE: renderDate(object.altered),
    ALTTIME: renderTime(object.altered),
    [kind.key]: object.name,
    ...(kind.typeKeyword && { [kind.typeKeyword]: object.type }),
    ...live,
  }
}

function aliases(typeKeyword: string | undefined): string[] {
  return typeKeyword === 'TYPE' ? ['QCLUSTER'] : []
}
