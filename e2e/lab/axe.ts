import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * Axe for a page of ours. The content of Views is up to their authors. Legacy mode does not open a page of its own for every
 * check.
 */
export const axeFor = (page: Page): AxeBuilder => new AxeBuilder({ page }).options({ iframes: false }).setLegacyMode()
