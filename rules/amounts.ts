/** Amounts of money: conversion between strict text and minor units. */
import { decimalText, unitsOf } from '#contract/decimals.ts'
import { CENTS, MONEY_PATTERN } from '#contract/scalars.ts'

/** Maximum of an amount field unless a lower limit applies (specification, section 9), in minor units (1/100). */
export const AMOUNT_MAXIMUM = 99_999_900n

/** Parses a plain decimal such as `12`, `12.5` or `12.50` to minor units (1/100). Null for any other text. */
export const parseAmount = (text: string): bigint | null =>
  MONEY_PATTERN.test(text) ? unitsOf(text, CENTS) : null

/**
 * Formats minor units as a plain decimal with two fraction digits, such as `-12.50`. This is the form of the API,
 * without grouping and currency; views format amounts by language.
 */
export const formatAmount = (minor: bigint): string => decimalText(minor, CENTS)
