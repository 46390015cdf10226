/** Stores which requests for a plan an owner has denied, and why, until the developer asks again or dismisses it. */
import type { PortalContext } from '../context/portal-context.ts'

export interface Denial {
  application: string
  product: string
  /** The name of the denied plan. */
  plan: string
  /** What the owner wrote. */
  reason?: string | undefined
  /** The time of the decision in ISO 8601. */
  at: string
}

type DenialDeps = Pick<PortalContext['deps'], 'catalog' | 'store'>

/** Returns the denials of all applications of the catalog. */
export async function listDenials({ catalog, store }: DenialDeps): Promise<readonly Denial[]> {
  const entries = await store.list(denialKind(catalog))
  return entries.map(({ entry }) => entry.value as Denial)
}

export async function saveDenial({ catalog, store }: DenialDeps, denial: Denial): Promise<void> {
  await store.save(denialKind(catalog), denialKey(denial), { ...denial })
}

/** Removes the denial of a request for a plan of the product. Returns whether there was one. */
export async function removeDenial(
  { catalog, store }: DenialDeps,
  about: Pick<Denial, 'application' | 'product'>,
): Promise<boolean> {
  const kind = denialKind(catalog)
  const found = await store.find(kind, denialKey(about))
  if (found) await store.remove(kind, denialKey(about))
  return found !== undefined
}

/** Removes the denials of an application that is deleted. */
export async function removeApplicationDenials(deps: DenialDeps, application: string): Promise<void> {
  for (const denial of await listDenials(deps)) {
    if (denial.application === application) await removeDenial(deps, denial)
  }
}

function denialKind({ path }: Pick<DenialDeps['catalog'], 'path'>): string {
  return `portal-denials ${path}`
}

/** Names of applications and products contain no blank. */
function denialKey({ application, product }: Pick<Denial, 'application' | 'product'>): string {
  return `${application} ${product}`
}
