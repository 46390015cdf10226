#!/usr/bin/env node
import { launch } from './launch.js'

launch('sluice', '"npm start", or "npx sluice <command>"', 'main')
