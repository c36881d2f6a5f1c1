import { describe, expect, it } from 'vitest';
import { measureSimilarity, minSimilarity } from './name-similarity.utils';

describe('measureSimilarity', () => {
  it.each([
    ['Adress', 'address'],
    ['Delivery date', 'date_of_delivery'],
    ['Custmoer', 'customer'],
    ['e-mial adress', 'email_address'],
    ['reorderAt', 'Reorder at'],
  ])('finds %j similar to %j', (a, b) => {
    expect(measureSimilarity(a, b)).toBeGreaterThanOrEqual(minSimilarity);
  });
  it.each([
    ['created_at', 'updated_at'],
    ['first name', 'last name'],
    ['address 1', 'address 2'],
    ['start date', 'end date'],
    ['rate', 'date'],
    ['', 'name'],
    ['#', 'name'],
  ])('does not find %j similar to %j', (a, b) => {
    expect(measureSimilarity(a, b)).toBeLessThan(minSimilarity);
  });
});
