export { type DailyUsage, readDailyUsage, sumDailyUsage } from './daily-usage.ts'
export { readHourlyUsage } from './hourly-usage.ts'
export { readMinuteUsage } from './minute-usage.ts'
export { formatUtcDay, usageMeasures } from './usage-subject.ts'
