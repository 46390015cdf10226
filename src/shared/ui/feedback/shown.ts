/**
 * Whether pages are shown. They stay in memory after the end of a session, for the same user: until then they load
 * nothing, show no dialog and answer to no key.
 */
import { createContext } from 'react'

export const Shown = createContext(true)
