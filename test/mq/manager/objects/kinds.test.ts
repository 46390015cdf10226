import test from 'ava'
import { isInvalidValue } from '../../../../src/mq/manager/objects/definitions/attribute-types.ts'
import { appliesToType, initialAttributes } from '../../../../src/mq/manager/objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../../../src/mq/manager/objects/object-definitions.ts'

for (const kind of Object.values(objectDefinitions)) {
  for (const type of kind.types) {
    test(`the attributes of a new ${kind.kind} ${type} are values that its table takes`, (t) => {
      const rows = kind.attributes.filter((row) => appliesToType(row, type))
      t.is(new Set(rows.map(({ keyword }) => keyword)).size, rows.length, 'one row per keyword')

      const initial = initialAttributes(kind, type)
      for (const { keyword, value, access } of rows) {
        if (access !== 'show') t.not(initial[keyword], undefined, keyword)
        const held = initial[keyword]
        if (held === undefined || held === '') continue
        const words = Array.isArray(held) ? held : [String(held)]
        t.false(isInvalidValue(value.parse(words)), `${keyword} ${String(held)}`)
      }
    })
  }
}

for (const kind of Object.values(objectDefinitions)) {
  test(`what a dump writes as blank is blank again: ${kind.kind}`, (t) => {
    const faults = kind.attributes
      .filter(({ access, initial }) => access !== 'show' && (initial === '' || Array.isArray(initial)))
      .flatMap(({ keyword, value, initial }) =>
        [[' '], [''], ['   ']]
          .filter((words) => {
            const blank = value.parse(words)
            if (isInvalidValue(blank)) return !(Array.isArray(initial) && initial.length > 0)
            return String(blank) !== ''
          })
          .map((words) => `${keyword}('${words}')`),
      )
    t.deepEqual(faults, [])
  })
}
