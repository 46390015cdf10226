/**
 * Returns the URL of a module that a process or thread of its own runs. `from` is `import.meta.url` of the caller;
 * `name` is the module's path relative to it, without an ending, like `./worker`. The module has the ending of the
 * caller: `.ts` in a checkout, `.js` in the package.
 */
export function buildProgramUrl(from: string, name: string): URL {
  return new URL(`${name}${from.slice(from.lastIndexOf('.'))}`, from)
}
