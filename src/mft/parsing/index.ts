/** What commands need of file transfer to read their options: it loads no code of agents. */
export { parseEncoding } from '../files/text-conversion.ts'
export { compileNamePattern } from '../monitors/name-patterns.ts'
export { parseScheduleTime } from '../schedules/parse-schedule-time.ts'
export { parseAgentName, parseMonitorName } from '../types/names.ts'
