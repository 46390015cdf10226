import test from 'ava'

import { kinds } from '../../../src/qm/objects/index.ts'
import { applies, initialAttributes } from '../../../src/qm/objects/kind.ts'
import { isFault } from '../../../src/qm/objects/values.ts'

for (const kind of Object.values(kinds)) {
  for (const type of kind.types) {
    test(`the attributes of a new ${kind.kind} ${type} are values that its table takes`, (t) => {
      const rows = kind.attributes.filter((row) => applies(row, type))
      t.is(new Set(rows.map(({ keyword }) => keyword)).size, rows.length, 'one row per keyword')

      const initial = initialAttributes(kind, type)
      for (const { keyword, value, access } of rows) {
        if (access !== 'show') t.not(initial[keyword], undefined, keyword)
        const held = initial[keyword]
        if (held === undefined || held === '') continue
        const words = Array.isArray(held) ? held : [String(held)]
        t.false(isFault(value.read(words)), `${keyword} ${String(held)}`)
      }
    })
  }
}

for (const kind of Object.values(kinds)) {
  test(`what a dump writes as blank is blank again: ${kind.kind}`, (t) => {
    const faults = kind.attributes
      .filter(({ access, initial }) => access !== 'show' && (initial === '' || Array.isArray(initial)))
      .flatMap(({ keyword, value, initial }) =>
        [[' '], [''], ['   ']]
          .filter((words) => {
            const blank = value.read(words)
            if (isFault(blank)) return !(Array.isArray(initial) && initial.length > 0)
            return String(blank) !== ''
          })
          .map((words) => `${keyword}('${words}')`),
      )
    t.deepEqual(faults, [])
  })
}
