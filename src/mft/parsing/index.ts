/** What commands need of file transfer to read their options: it loads no code of agents. */
export { parseEncoding } from '../files/text-conversion.ts'
export { compileNamePattern } from '../monitors/name-patterns.ts'
export { completeSchedule, renderScheduleTime, ScheduleTimeError } from '../schedules/resolve-schedule.ts'
export { parseAgentName, parseMonitorName } from '../types/names.ts'
export { repeatUnits, timeBases } from '../types/schedule.ts'
