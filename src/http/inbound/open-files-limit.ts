/** How many files and connections the system lets this process have open at the same time. */
import { readFileSync } from 'node:fs'

const usual = 1_024

/** Node raises the soft limit to the hard one when it starts. Systems without `/proc` are taken to grant the usual 1,024. */
export function openFilesLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? usual)
  } catch {
    return usual
  }
}
