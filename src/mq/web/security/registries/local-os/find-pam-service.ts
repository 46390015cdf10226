/** Finds PAM services. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folders in which Linux-PAM looks for the file of a service. */
const folders = ['/etc/pam.d', '/usr/lib/pam.d']

/** The services in the order of preference. PAM uses `other` for every service without a file. */
const services = ['sluice', 'login', 'other']

/** Returns the first service that has a file, or `other`. */
export function findPamService(searched: readonly string[] = folders): string {
  return services.find((service) => hasPamService(service, searched)) ?? 'other'
}

/** Returns whether a service has a file: PAM would ask `other` instead of it, which may accept more users. */
export function hasPamService(service: string, searched: readonly string[] = folders): boolean {
  return searched.some((folder) => existsSync(join(folder, service)))
}
