/** The developer portal of one catalog: its REST resources, and the page that is a client of them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PortalTools } from './call/deps.ts'
import { countHourly } from './http/hourly-limit.ts'
import type { RefusalCode } from './http/refusal.ts'
import { prefixOf } from './prefix.ts'
import { serveResources } from './resources.ts'
import { routesOf } from './routes.ts'
import { buildAdmit } from './session/admit.ts'
import { openProfiles } from './session/profiles.ts'
import { openSessions } from './session/sessions.ts'
import { siteAt } from './site.ts'

export interface Portal {
  /** `/acme/sandbox/portal`: everything at it and below it is the portal's. */
  path: string
  handle(request: IncomingMessage, response: ServerResponse): void
}

/** Within an hour: signing up hashes a password, signing in leaves a session, a change loads all documents. */
const most = { signUps: 20, signIns: 200, changes: 200 }

export function buildPortal(given: PortalTools): Portal {
  const { catalog, settings, store, accounts } = given
  const prefix = prefixOf(catalog)

  // 1. what outlives a call
  const sessions = openSessions(catalog.path, settings, given)
  const profiles = openProfiles(catalog.path, store, accounts.fold)
  const limited = (what: string, perHour: number, refusal: RefusalCode) =>
    countHourly({ kind: `portal-${what} ${catalog.path}`, perHour, refusal }, given)
  const signUps = limited('sign-ups', most.signUps, 'too_many_sign_ups')
  const signIns = limited('sign-ins', most.signIns, 'too_many_sign_ins')
  const changes = limited('changes', most.changes, 'too_many_changes')

  // 2. what answers
  const tools: PortalTools = {
    ...given,
    log: given.log.child({ portal: prefix }),
    async edit(edit) {
      await changes(accounts.fold(edit.by))
      return given.edit(edit)
    },
  }
  const resources = serveResources({
    path: `${prefix}/api/v1`,
    routes: routesOf({ prefix, sessions, profiles, signUps, signIns }),
    admit: buildAdmit(sessions, tools),
    tools,
  })
  const site = siteAt(prefix, given.siteFolder)

  return {
    path: prefix,
    handle(request, response) {
      if (isBelow(`${prefix}/api`, request.url as string)) resources(request, response)
      else site(request, response)
    },
  }
}

/** Whether a request target is a path, or lies below it. */
function isBelow(path: string, url: string): boolean {
  return url.startsWith(path) && /^([/?]|$)/.test(url.slice(path.length, path.length + 1))
}
