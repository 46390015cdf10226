type DefinedMembers<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Returns a copy without the members that are undefined, for code to which an absent member means something else. */
export function definedMembers<T extends object>(members: T): DefinedMembers<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as DefinedMembers<T>
}
