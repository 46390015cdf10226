/** Renders ascending numbers as ranges, `17-66,70`, so that the state of a large batch stays small. */

export function renderRanges(numbers: readonly number[]): string {
  const ranges: string[] = []
  const sorted = numbers.toSorted((a, b) => a - b)
  for (let place = 0; place < sorted.length; ) {
    const first = sorted[place] as number
    let end = place
    while (sorted[end + 1] === (sorted[end] as number) + 1) end++
    ranges.push(end === place ? String(first) : `${first}-${sorted[end]}`)
    place = end + 1
  }
  return ranges.join(',')
}

export function parseRanges(text: string): number[] {
  if (text === '') return []
  return text.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
