#!/usr/bin/env node
import { prepare } from './launch.js'

prepare('sluice', '"npm start", or "npx sluice <command>"')
import('../src/main.ts')
