export { type DailyUsage, readDailyUsage, sumDailyUsage } from './daily-usage.ts'
export { type HourlyUsage, readHourlyUsage } from './hourly-usage.ts'
export { type MinuteUsage, readMinuteUsage } from './minute-usage.ts'
export { formatUtcDay, usageMeasures } from './usage-subject.ts'
