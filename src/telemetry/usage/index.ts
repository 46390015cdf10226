export { readHours } from './hours.ts'
export { readUsage, sumDays, type UsageRow } from './read.ts'
export { dayOf, measures } from './subject.ts'
