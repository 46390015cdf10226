/**
 * Decides to which hosts a test of a sign-in may connect. The text of a test is not saved, so that without a limit it
 * would tell its author which ports are open in the network of the gateway, without a trace.
 */
import type { Catalog } from '../../../../config/types/index.ts'

type Registries = Pick<Catalog, 'registries'>
type Registry = { readonly settings: unknown }

const defaultPorts: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ldap:': '389',
  'ldaps:': '636',
}

/** Returns why a test must not connect; undefined for servers of saved registries and `SLUICE_SIGN_IN_TEST_HOSTS`. */
export function findHostRefusal(
  registry: Registry | undefined,
  saved: readonly Registries[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const wanted = registry && readServer(registry)
  if (!wanted) return undefined
  const servers = saved.flatMap(({ registries }) => [...registries.values()].map(readServer))
  if (servers.some((each) => each?.host === wanted.host && each.port === wanted.port)) return undefined
  const list = environment.SLUICE_SIGN_IN_TEST_HOSTS ?? ''
  const allowed = list.split(',').map((each) => each.trim().toLowerCase())
  if (allowed.includes(wanted.host) || allowed.includes(`${wanted.host}:${wanted.port}`)) return undefined
  return `Tests may not connect to ${wanted.host}:${wanted.port}: save the document first, or ask the operator to add the host to SLUICE_SIGN_IN_TEST_HOSTS.`
}

/** Returns the host and the port of the server of a registry; undefined for a registry without one. */
function readServer({ settings }: Registry): { host: string; port: string } | undefined {
  const { endpoint } = (settings as { endpoint?: { endpoint?: unknown } }).endpoint ?? {}
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return undefined
  const { protocol, hostname, port } = new URL(endpoint)
  return { host: hostname.toLowerCase(), port: port || (defaultPorts[protocol] ?? '') }
}
