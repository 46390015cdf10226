/** Compares the authorization details of a token with those that an operation demands: RFC 9396. */

/** What one detail of the token must contain. */
export interface DetailDemand {
  type: string
  actions?: readonly string[]
  locations?: readonly string[]
  datatypes?: readonly string[]
  /** The path parameter whose value is the `identifier` of the detail. */
  identifier?: string | undefined
}

type Detail = Readonly<Record<string, unknown>>

const lists = ['actions', 'locations', 'datatypes'] as const

/**
 * Returns the first demand that no detail of the token meets, as the detail to ask for; undefined when all are met.
 * `readParameter` returns the value of a path parameter; without it, any identifier meets the demand.
 */
export function findMissingDetail(
  granted: readonly object[] = [],
  demands: readonly DetailDemand[],
  readParameter?: (name: string) => string,
): Detail | undefined {
  for (const { identifier: parameter, ...demand } of demands) {
    const identifier = parameter === undefined ? undefined : readParameter?.(parameter)
    const needed = identifier === undefined ? demand : { ...demand, identifier }
    if (!granted.some((detail) => contains(detail as Detail, needed))) return needed
  }
  return undefined
}

function contains(detail: Detail, { type, identifier, ...demand }: DetailDemand): boolean {
  if (detail.type !== type || (identifier !== undefined && detail.identifier !== identifier)) return false
  return lists.every((list) => {
    const own = detail[list]
    return (demand[list] ?? []).every((each) => Array.isArray(own) && own.includes(each))
  })
}

/** Renders details or demands as words: `payment (actions pay)`. */
export function renderDetails(details: readonly object[] = []): string {
  const words = details.map((each) => {
    const { type, ...rest } = each as Detail
    const members = Object.entries(rest).map(([name, value]) => `${name} ${[value].flat().map(renderValue).join(' ')}`)
    return members.length === 0 ? String(type) : `${String(type)} (${members.join(', ')})`
  })
  return words.join('; ').slice(0, 500) || 'none'
}

function renderValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
