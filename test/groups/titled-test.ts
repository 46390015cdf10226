/**
 * The `test` of ava for files that run in a group. Titles begin with the path of the file, as ava prints them. Tests
 * run one after the other, so that none waits for the processor while another one uses it.
 */
import test from 'ava'
import { declarations, loading } from './declarations.ts'

export default titled(test.serial)

/** Returns a function that declares tests later as `declare` would, with the prefix; also `declare.skip` and the like. */
function titled(declare: object): object {
  return new Proxy(declare, {
    apply(target, self, args) {
      const titledArgs = args.map(addPrefix)
      declarations.push(() => Reflect.apply(target as () => void, self, titledArgs))
    },
    get(target, member, self) {
      if (member === 'serial') return self
      if (member === 'macro' || member === 'meta') return test[member]
      return titled(Reflect.get(target, member))
    },
  })
}

/** The title is the only text at the first place. */
function addPrefix(argument: unknown, place: number): unknown {
  return place === 0 && typeof argument === 'string' ? `${loading.prefix} › ${argument}` : argument
}
