import type { Handlers } from '../../platform/http/endpoints/call.ts';
import type { OperatorService } from './service.ts';

/** Request handlers for the operator. */
export const operatorRoutes = (operator: OperatorService) =>
  ({
    getOperatorAccess: async ({ caller }) => ({
      data: { is_operator: await operator.isOperator(caller) },
    }),
    getOperatorFigures: async ({ caller }) => ({ data: await operator.figures(caller) }),
  }) satisfies Partial<Handlers>;
