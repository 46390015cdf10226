/** Returns the value without source locations, because the lines of a step change with every edit above it. */
export function withoutLocations(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each) => (key === 'location' && isLocation(each) ? undefined : each)))
}

function isLocation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'file' in value && 'line' in value && 'column' in value
}
