import { access, constants } from 'node:fs/promises'

/** Returns whether a file exists and this process may use it: in the way of `mode`, a sum of `R_OK`, `W_OK` and `X_OK`. */
export function canAccess(path: string, mode: number = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}
